//! The file system of the machine.

use std::fs::TryLockError;
use std::io;
#[cfg(not(unix))]
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use crate::map::MappedFile;
use crate::storage::{FileContents, LockGuard, Storage, WritableFile};

/// The file system of the machine. Its errors name the file.
///
/// Folders are not synced on Windows, which does not support it: a crash of the machine (not of the
/// process) may then revert the last rename.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Storage for Disk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        Ok(Box::new(fs_err::File::create(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        Ok(Box::new(fs_err::OpenOptions::new().write(true).open(path)?))
    }

    fn read(&self, path: &Path) -> io::Result<FileContents> {
        // To open a named pipe would wait for another program.
        if !fs_err::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        Ok(FileContents::mapped(MappedFile::new(&fs_err::File::open(path)?)?))
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        match fs_err::symlink_metadata(path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs_err::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs_err::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if cfg!(unix) { fs_err::File::open(folder)?.sync_all() } else { Ok(()) }
    }

    fn lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        let file =
            fs_err::OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl WritableFile for fs_err::File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        #[cfg(unix)]
        {
            // One call of the system, and not two.
            fs_err::os::unix::fs::FileExt::write_all_at(self, bytes, offset)
        }
        #[cfg(not(unix))]
        {
            self.seek(SeekFrom::Start(offset))?;
            self.write_all(bytes)
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}
