namespace Orchestrator.Service;

/// <summary>The certificate that the service shows and its key, both as PEM; read once, at the start.</summary>
/// <param name="Certificate">File of the certificate, with those that sign it behind it.</param>
/// <param name="Key">File of its private key.</param>
public sealed record TlsFiles(string Certificate, string Key);
