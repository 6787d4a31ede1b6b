-- The duration of the current lease. A lease that ends later than a lease of this duration can was granted
-- before the clock was set back. Zero if the job was claimed by an earlier version.
ALTER TABLE job ADD COLUMN lease_ms BIGINT NOT NULL DEFAULT 0;
