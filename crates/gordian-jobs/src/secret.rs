//! Secrets that all servers of a database share.

use crate::{JobsError, Store};

impl Store {
    /// Returns the secret of this name; `new` is kept, and returned, if there is none. All servers of
    /// one database get the same one, also those that ask at the same moment.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn secret(&self, name: &str, new: &[u8]) -> Result<Vec<u8>, JobsError> {
        let mut transaction = self.begin().await?;
        let insert = "INSERT INTO secret (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        let insert = sqlx::query(insert).bind(name).bind(new);
        self.answer(insert.execute(&mut *transaction)).await?;
        let select = sqlx::query("SELECT bytes FROM secret WHERE name = $1").bind(name);
        let row = self.answer(select.fetch_one(&mut *transaction)).await?;
        let secret = self.bytes(&row, 0)?;
        self.answer(transaction.commit()).await?;
        Ok(secret)
    }
}
