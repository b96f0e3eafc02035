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

    /// <summary>Undecoded where the planner allows it; else by what it chooses.</summary>
    Planned,
}
