//! A disk of a few megabytes that a test may fill and free: a tmpfs of its own. Mounting one takes rights that
//! not every machine gives its tests; where it does not, there is none.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use crate::watchdog::Watchdog;

pub struct SmallDisk {
    /// Ends with the disk and unmounts it, also when the test is killed.
    _watchdog: Watchdog,
    mount_point: PathBuf,
}

impl SmallDisk {
    /// The disk, or why there is none here.
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
            // Empty, and of no use to anyone.
            let _ = fs::remove_dir(&mount_point);
            return Err(refusal);
        }
        let mut unmount = Command::new("umount");
        // A server that still ends must not keep the folder in the way.
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

    /// Takes all the room that is left, to the last byte.
    pub fn fill(&self) -> io::Result<()> {
        let mut ballast = File::options().create(true).append(true).open(self.ballast())?;
        // Large pieces first; what they do not fit into is filled with small ones.
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

    /// Gives back what `fill` took.
    pub fn free(&self) -> io::Result<()> {
        fs::remove_file(self.ballast())
    }

    fn ballast(&self) -> PathBuf {
        self.mount_point.join("ballast")
    }
}
