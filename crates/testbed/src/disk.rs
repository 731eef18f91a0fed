//! A tmpfs of a few megabytes that a test can fill and empty. Mounting it needs privileges; without them, no disk is
//! available.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use crate::watchdog::Watchdog;

pub struct SmallDisk {
    /// Unmounts the disk when it is dropped, and also if the test is killed.
    _watchdog: Watchdog,
    mount_point: PathBuf,
}

impl SmallDisk {
    /// Mounts the disk, or returns why that is not possible on this machine.
    pub fn mount(megabytes: u32) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("ledgerline-disk-").tempdir();
        let mount_point = folder.map_err(|error| error.to_string())?.keep();
        let size = format!("size={megabytes}m,mode=0700");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&mount_point)
            .output();
        let refusal = match mounted {
            Ok(output) if output.status.success() => None,
            Ok(output) => Some(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(refusal) = refusal {
            // The folder is empty and no longer needed.
            let _ = fs::remove_dir(&mount_point);
            return Err(refusal);
        }
        let mut unmount = Command::new("umount");
        // A server that is still ending must not block the unmount.
        unmount.arg("--lazy").arg(&mount_point);
        match Watchdog::keep(&mount_point, &unmount) {
            Ok(watchdog) => Ok(Self { _watchdog: watchdog, mount_point }),
            Err(error) => {
                let _ = unmount.status();
                Err(error.to_string())
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.mount_point
    }

    /// Fills the disk to the last byte.
    pub fn fill(&self) -> io::Result<()> {
        let mut ballast = File::options().create(true).append(true).open(self.ballast())?;
        // Writes large pieces first, and fills the rest with small ones.
        for piece in [1 << 20, 4096, 1] {
            let piece = vec![0; piece];
            loop {
                match ballast.write(&piece) {
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::StorageFull => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Deletes the file that `fill` wrote.
    pub fn free(&self) -> io::Result<()> {
        fs::remove_file(self.ballast())
    }

    fn ballast(&self) -> PathBuf {
        self.mount_point.join("ballast")
    }
}
