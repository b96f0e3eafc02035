namespace Orchestrator.Ssis.Model;

/// <summary>How a package keeps its sensitive values, by the numbers that files hold.</summary>
public enum ProtectionLevel
{
    DontSaveSensitive = 0,
    EncryptSensitiveWithUserKey = 1,
    EncryptSensitiveWithPassword = 2,
    EncryptAllWithPassword = 3,
    EncryptAllWithUserKey = 4,
    ServerStorage = 5,
}

/// <summary>One .dtsx, understood as far as it is.</summary>
public sealed record SsisPackage
{
    /// <summary>The package's own name (its ObjectName), which may differ from its file's.</summary>
    public required string Name { get; init; }

    /// <summary>The file, with `/`, below what was pointed at; an entry of an .ispac behind its `!`.</summary>
    public required string File { get; init; }

    /// <summary>2 and 3 (2005, 2008), 6 (2012), 8 (2014 and later); 0 where the file says none.</summary>
    public int Format { get; init; }

    /// <summary>The package's GUID, by which older packages and configurations name it; may be empty.</summary>
    public string Id { get; init; } = "";

    public string Description { get; init; } = "";

    public ProtectionLevel Protection { get; init; }

    /// <summary>Whether the whole package is encrypted: nothing but its name is known.</summary>
    public bool IsEncrypted { get; init; }

    /// <summary>Whether nothing of it could be read, for the reason that its findings say.</summary>
    public bool IsRefused { get; init; }

    /// <summary>SHA-256 of the file's bytes, in hex.</summary>
    public string Hash { get; init; } = "";

    /// <summary>`$Package::Name`, in the file's order.</summary>
    public IReadOnlyList<SsisParameter> Parameters { get; init; } = [];

    /// <summary>The package's own connections, in the file's order; those of the project stand there.</summary>
    public IReadOnlyList<SsisConnection> Connections { get; init; } = [];

    public IReadOnlyList<SsisConfiguration> Configurations { get; init; } = [];

    /// <summary>The names of the log providers that are set up; the ledger takes their place.</summary>
    public IReadOnlyList<string> LogProviders { get; init; } = [];

    /// <summary>The package itself as the outermost container: its kind and its path are `Package`.</summary>
    public required SsisExecutable Root { get; init; }

    /// <summary>What was passed over or is wrong within the package.</summary>
    public IReadOnlyList<SsisFinding> Findings { get; init; } = [];
}
