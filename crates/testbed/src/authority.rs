//! A certificate authority for one test, which issues certificates to servers.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

/// A server's certificate and its private key, both as PEM.
pub struct Identity {
    pub certificate: String,
    pub key: String,
}

impl Authority {
    /// # Panics
    /// If no certificate can be created: the test cannot run without it.
    pub fn new(name: &str) -> Authority {
        Authority::make(name).unwrap_or_else(|error| panic!("no certificate authority: {error}"))
    }

    fn make(name: &str) -> Result<Authority, rcgen::Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(Vec::new())?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let pem = params.self_signed(&key)?.pem();
        Ok(Authority { issuer: Issuer::new(params, key), pem })
    }

    /// The root certificate that clients trust.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// A certificate for a server with this name.
    ///
    /// # Panics
    /// If no certificate can be created.
    pub fn issue(&self, host: &str) -> Identity {
        self.sign(host).unwrap_or_else(|error| panic!("no certificate for {host}: {error}"))
    }

    fn sign(&self, host: &str) -> Result<Identity, rcgen::Error> {
        let key = KeyPair::generate()?;
        let params = CertificateParams::new([host.to_owned()])?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        Ok(Identity { certificate: certificate.pem(), key: key.serialize_pem() })
    }
}
