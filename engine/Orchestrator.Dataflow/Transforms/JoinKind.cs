namespace Orchestrator.Dataflow.Transforms;

/// <summary>What becomes of rows of which the other side has none.</summary>
public enum JoinKind
{
    /// <summary>They are left out.</summary>
    Inner,

    /// <summary>Those of the left side are kept.</summary>
    Left,

    /// <summary>Those of the right side are kept.</summary>
    Right,

    /// <summary>All are kept.</summary>
    Full,
}
