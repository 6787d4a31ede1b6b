//! Tables and checkpoints in an in-memory storage.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gordian_core::Cancel;
use gordian_table::{
    CountSeries, FileContents, FileKind, LockGuard, Storage, Table, TableBuild, TableDescription,
    TableError, WorkContext, WritableFile, write,
};

use super::{Target, Verdict, assert_message};
use crate::{Corpus, Wrap};

pub(super) const TABLES: Target = Target {
    name: "tables",
    summary: "table files with repaired checksums",
    seeds: |corpus| seeds(corpus, FileKind::Table),
    read: read_table,
};

pub(super) const CHECKPOINTS: Target = Target {
    name: "checkpoints",
    summary: "checkpoints of builds in progress",
    seeds: |corpus| seeds(corpus, FileKind::Checkpoint { step: 3 }),
    read: read_checkpoint,
};

const DEFINITION: [u8; 32] = [7; 32];
const TARGET: &str = "x";
const CHECKPOINT: &str = "x.checkpoint";

type Files = Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>;

/// Files in memory.
#[derive(Default)]
struct Memory(Files);

impl Memory {
    fn with_file(path: &str, bytes: &[u8]) -> Self {
        let memory = Self::default();
        memory.files(|files| files.insert(path.into(), bytes.to_vec()));
        memory
    }

    fn files<T>(&self, access: impl FnOnce(&mut BTreeMap<PathBuf, Vec<u8>>) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

struct File(Files, PathBuf);

impl WritableFile for File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = files.entry(self.1.clone()).or_default();
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        file.resize(file.len().max(start + bytes.len()), 0);
        file[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Storage for Memory {
    fn create(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.files(|files| files.insert(path.to_owned(), Vec::new()));
        Ok(Box::new(File(Arc::clone(&self.0), path.to_owned())))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.files(|files| files.get(path).map(drop)).ok_or_else(missing)?;
        Ok(Box::new(File(Arc::clone(&self.0), path.to_owned())))
    }

    fn read(&self, path: &Path) -> io::Result<FileContents> {
        self.files(|files| files.get(path).cloned()).map(FileContents::from).ok_or_else(missing)
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.files(|files| files.contains_key(path)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.files(|files| {
            let file = files.remove(from).ok_or_else(missing)?;
            files.insert(to.to_owned(), file);
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.files(|files| files.remove(path)).map(drop).ok_or_else(missing)
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, _path: &Path) -> io::Result<Option<LockGuard>> {
        Ok(Some(Box::new(())))
    }
}

fn work(cancel: &Cancel) -> WorkContext<'_> {
    WorkContext { threads: 1, ..WorkContext::new(cancel) }
}

fn seeds(corpus: &mut Corpus, kind: FileKind) {
    let series =
        |name: &str, n: u64| CountSeries { name: name.to_owned(), counts: (0..n).collect() };
    let cancel = Cancel::new();
    // Files without blocks are parsed a hundred times as fast as a file with one block.
    let sizes = [0, 0, 0, 0, 0, 0, 0, 0, 1000, 70_000];
    for (at, size) in sizes.into_iter().enumerate() {
        let description = TableDescription {
            kind,
            label: ["square1-silver", "", "é"][at % 3].to_owned(),
            definition: DEFINITION,
            series: [series("wca", 64), series("é", 0), series("x", 1), series("y", 7)][..at % 5]
                .to_vec(),
        };
        let payload: Vec<u8> = (0..=255).cycle().take(size).collect();
        let memory = Memory::default();
        let path = Path::new(TARGET);
        write(&memory, path, &description, &[&payload], &work(&cancel))
            .expect("writing to memory succeeds");
        let file = memory.files(|files| files.remove(path)).expect("the file exists");
        corpus.add(file, Wrap::Table);
    }
}

fn assert_error(error: &TableError) -> Verdict {
    assert_message(&error.to_string());
    assert_message(error.hint());
    assert!(!error.code().is_empty());
    Verdict::Rejected
}

fn read_table(bytes: &[u8]) -> Verdict {
    let memory = Memory::with_file(TARGET, bytes);
    let table = match Table::open_in(&memory, Path::new(TARGET)) {
        Ok(table) => table,
        Err(error) => return assert_error(&error),
    };
    if let Err(error) = table.expect_table(&DEFINITION) {
        assert_error(&error);
    }
    assert!(!format!("{table:?}").is_empty());
    for series in &table.description().series {
        assert_eq!(table.counts(&series.name), Some(&series.counts[..]));
    }
    let len = table.payload_len();
    for offset in [0, 1, 65_535, 65_536, len.wrapping_sub(1), len, u64::MAX] {
        for error in [
            table.byte(offset).err(),
            table.u64_at(offset).err(),
            table.block(offset).err(),
            table.bytes(offset..len).err(),
        ] {
            error.iter().for_each(|error| {
                assert_error(error);
            });
        }
    }
    let cancel = Cancel::new();
    if let Err(error) = table.verify(&work(&cancel)) {
        return assert_error(&error);
    }
    let payload = table.bytes(0..len).expect("the table is verified");
    let again = Memory::default();
    let path = Path::new(TARGET);
    write(&again, path, table.description(), &[payload], &work(&cancel))
        .expect("writing to memory succeeds");
    let again = again.files(|files| files.remove(path));
    assert_eq!(again.as_deref(), Some(bytes), "the written table differs");
    Verdict::Accepted
}

fn read_checkpoint(bytes: &[u8]) -> Verdict {
    let memory = Memory::with_file(CHECKPOINT, bytes);
    let build =
        TableBuild::start(&memory, Path::new(TARGET)).expect("no other build holds the lock");
    assert_eq!(build.checkpoint_path(), Path::new(CHECKPOINT));
    let table = match build.load_checkpoint(&DEFINITION) {
        Ok(Some((table, _))) => table,
        Ok(None) => panic!("the checkpoint is missing"),
        Err(error) => return assert_error(&error),
    };
    let len = usize::try_from(table.payload_len()).expect("the length fits in memory");
    let mut payload = vec![0; len];
    let (first, second) = payload.split_at_mut(len / 3);
    let cancel = Cancel::new();
    match table.read_payload_into(&mut [first, second], &work(&cancel)) {
        Ok(()) => {
            assert_eq!(table.bytes(0..table.payload_len()).ok(), Some(&payload[..]));
            Verdict::Accepted
        }
        Err(error) => assert_error(&error),
    }
}
