namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>The ways of inserting that a ladder compares, each a step up.</summary>
public enum RungKind
{
    /// <summary>One INSERT and one commit for each row.</summary>
    Rows,

    /// <summary>Several rows in one INSERT, which is committed by itself.</summary>
    Values,

    /// <summary>The rows of arrays, or of one text, in one INSERT.</summary>
    Arrays,

    /// <summary>The bulk path of the engine: COPY, SqlBulkCopy, one prepared statement in one transaction.</summary>
    Bulk,
}

/// <summary>One step of a ladder.</summary>
/// <param name="Kind">How rows are inserted.</param>
/// <param name="Writers">How many sessions insert side by side.</param>
/// <param name="RowsPerStatement">Rows of one statement; 0 = bulk, which has no statements.</param>
/// <param name="CommitRows">Of bulk: rows of one commit of a writer; null = all of them.</param>
public sealed record Rung(RungKind Kind, int Writers, int RowsPerStatement, long? CommitRows = null)
{
    /// <summary>What it does, in words.</summary>
    public string Name => Kind switch
    {
        RungKind.Rows => "row by row",
        RungKind.Values => $"VALUES, {Core.Words.Number(RowsPerStatement)} rows",
        RungKind.Arrays => $"arrays, {Core.Words.Number(RowsPerStatement)} rows",
        _ => CommitRows is { } rows ? $"bulk, commit each {Core.Words.Number(rows)}" : "bulk, one commit",
    };
}
