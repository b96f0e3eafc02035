using Orchestrator.Metadata.Model;

namespace Orchestrator.Lab.Calibrate;

/// <summary>Where nobody may try how fast rows come in: the rules of delayed durability, and for the same reasons.
/// Pure.</summary>
/// <param name="Why">Why not, as the end of a sentence.</param>
/// <param name="Hint">What to do about it.</param>
public sealed record CalibrationRefusal(string Why, string Hint)
{
    /// <summary>Why a connection is left alone; null = it may be used.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="hasLedger">Whether the ledger is in its database.</param>
    public static CalibrationRefusal? Of(Connection connection, bool hasLedger) =>
        connection.IsFolder
            ? new("it is a folder of files, where nothing is inserted", "name a connection to a database")
        : connection.Stage is Stage.Psa or Stage.Tgt
            ? new($"its stage is {$"{connection.Stage}".ToUpperInvariant()}, and what it holds cannot be loaded again",
                "name a connection to a database beside it on the same server")
        : hasLedger
            ? new("the ledger is in it, which says what is on disk", "give the ledger a database of its own")
        : !connection.Reloadable
            ? new("it is not reloadable", "write 'reloadable: true' if all it holds can be loaded again")
        : null;
}
