namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>By which path rows go.</summary>
public enum LoadWay
{
    /// <summary>In row batches.</summary>
    Batches,

    /// <summary>Each row by a statement.</summary>
    RowByRow,

    /// <summary>In row batches that the table refuses for another row, so that they are halved.</summary>
    Halved,

    /// <summary>
    /// From a table into another of the same database, where the server copies them itself if the planner allows it.
    /// </summary>
    Inside,

    /// <summary>
    /// In row batches, with all options that do something around them, and a hook in their transaction.
    /// </summary>
    WithOptions,

    /// <summary>Undecoded where the planner allows it; else by what it chooses.</summary>
    Planned,
}
