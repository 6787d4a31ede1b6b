//! Secrets shared by all servers of a database.

use crate::{JobsError, Store};

impl Store {
    /// Returns the secret with this name; stores and returns `new` if it does not exist. All
    /// servers of a database get the same secret, even if they ask at the same time.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn secret(&self, name: &str, new: &[u8]) -> Result<Vec<u8>, JobsError> {
        let mut transaction = self.begin().await?;
        let insert =
            "INSERT INTO secret (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        let insert = sqlx::query(insert).bind(name).bind(new);
        self.with_timeout(insert.execute(&mut *transaction)).await?;
        let select = sqlx::query("SELECT bytes FROM secret WHERE name = $1").bind(name);
        let row = self.with_timeout(select.fetch_one(&mut *transaction)).await?;
        let secret = self.bytes(&row, 0)?;
        self.with_timeout(transaction.commit()).await?;
        Ok(secret)
    }
}
