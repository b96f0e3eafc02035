namespace Orchestrator.Data;

/// <summary>How rows are written.</summary>
public sealed record WriteOptions
{
    /// <summary>Each row is a statement of its own.</summary>
    public bool IsRowByRow { get; init; }

    /// <summary>The batches hold all columns undecoded, the filled ones too.</summary>
    public bool IsPassed { get; init; }

    /// <summary>
    /// The table will take another's place, and its rows shall be seen by snapshots that are older, too. The
    /// transaction that made it writes all of them, without savepoints.
    /// </summary>
    public bool IsForExchange { get; init; }

    /// <summary>The table is locked as a whole, which a server may log less of. Default: no.</summary>
    public bool LocksTable { get; init; }

    /// <summary>Constraints are checked also where bulk loading could pass them by. Default: yes.</summary>
    public bool ChecksConstraints { get; init; } = true;

    /// <summary>Triggers fire also where bulk loading could pass them by. Default: no.</summary>
    public bool FiresTriggers { get; init; }

    /// <summary>Numbers of an identity column are those of the rows; else the server's. Default: yes.</summary>
    public bool KeepsIdentity { get; init; } = true;

    /// <summary>NULL stays NULL in a column that has a default. Default: yes.</summary>
    public bool KeepsNulls { get; init; } = true;
}
