namespace Orchestrator.Ledger.Serving;

/// <summary>What a package may need beyond reading and writing data.</summary>
public enum PermissionKind
{
    /// <summary>To start a program.</summary>
    Process,

    /// <summary>To run code of a plug-in.</summary>
    Plugin,

    /// <summary>To run the value of a variable as a statement.</summary>
    SqlText,
}

/// <summary>Something that a package needs, as the metadata name it.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Hash">Of a plug-in the SHA-256 of a file, of a program that of its command line, of a statement that of
/// what names it.</param>
/// <param name="Name">For people: the file, the command line, or whose value is run.</param>
public sealed record NeededPermission(PermissionKind Kind, string Hash, string Name);

/// <summary>That runs of the services of an environment may use something.</summary>
public sealed record ApprovalRecord
{
    /// <summary>Its number; 0 = it is not recorded yet.</summary>
    public long Number { get; init; }

    public required string Environment { get; init; }

    public required PermissionKind Kind { get; init; }

    /// <summary>Its hash; empty = that a service was begun with this permission for the first time.</summary>
    public required string Hash { get; init; }

    /// <summary>For people.</summary>
    public required string Name { get; init; }

    public required DateTimeOffset Approved { get; init; }

    public required string ApprovedBy { get; init; }
}
