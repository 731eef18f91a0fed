//! Lists the migration files, so that adding one is adding a file: `migrations/<folder>/NNNN_name.sql`,
//! where the folder is `shared` or an engine's. Files of the same number and name are one version.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const FOLDERS: [&str; 3] = ["shared", "sqlite", "postgres"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("migrations");
    let mut versions: BTreeMap<i64, (String, [Option<PathBuf>; 3])> = BTreeMap::new();
    println!("cargo::rerun-if-changed={}", root.display());
    for (place, folder) in FOLDERS.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        for path in sql_files(&root.join(folder))? {
            let (version, name) = split(&path)?;
            let (known, files) =
                versions.entry(version).or_insert_with(|| (name.clone(), [None, None, None]));
            if *known != name || files[place].is_some() {
                return Err(format!("two migrations are numbered {version:04}").into());
            }
            files[place] = Some(path);
        }
    }
    let mut list = String::from("pub const EMBEDDED: &[Migration] = &[\n");
    for (version, (name, files)) in &versions {
        write!(list, "Migration {{ version: {version}, name: {name:?}")?;
        for (folder, file) in FOLDERS.iter().zip(files) {
            match file {
                Some(path) => {
                    write!(list, ", {folder}: include_str!({:?})", path.display().to_string())?
                }
                None => write!(list, ", {folder}: \"\"")?,
            }
        }
        list.push_str(" },\n");
    }
    list.push_str("];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("migrations.rs"), list)?;
    Ok(())
}

/// An engine without texts of its own has no folder: git keeps no empty ones.
fn sql_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn split(path: &Path) -> Result<(i64, String), Box<dyn Error>> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match stem.split_once('_') {
        Some((number, name)) if number.len() == 4 => Ok((number.parse()?, name.to_owned())),
        _ => Err(format!("{stem}.sql: a migration is named NNNN_what_it_does.sql").into()),
    }
}
