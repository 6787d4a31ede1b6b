//! Secrets that all servers of a database share.

use sqlx::Row as _;

use crate::{JobsError, Store};

impl Store {
    /// Returns the secret of this name; `new` is kept, and returned, if there is none. All servers of
    /// one database get the same one, also those that ask at the same moment.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn secret(&self, name: &str, new: &[u8]) -> Result<Vec<u8>, JobsError> {
        let unavailable = |error| self.unavailable(error);
        let mut transaction = self.begin().await?;
        let insert =
            "INSERT INTO secret (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        let insert = sqlx::query(insert).bind(name).bind(new);
        insert.execute(&mut *transaction).await.map_err(unavailable)?;
        let select = sqlx::query("SELECT bytes FROM secret WHERE name = $1").bind(name);
        let row = select.fetch_one(&mut *transaction).await.map_err(unavailable)?;
        let secret = row.try_get(0).map_err(unavailable)?;
        transaction.commit().await.map_err(unavailable)?;
        Ok(secret)
    }
}
