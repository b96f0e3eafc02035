namespace Orchestrator.Dataflow;

/// <summary>How a step of a worker ended.</summary>
public enum StepResult
{
    /// <summary>It can go on at once.</summary>
    More,

    /// <summary>It needs rows from an input, and is called again when one has some or has ended.</summary>
    AwaitsRows,

    /// <summary>It needs room on an output, and is called again when there is some.</summary>
    AwaitsRoom,

    /// <summary>It is called again after <see cref="Worker.Wake"/>.</summary>
    AwaitsCall,

    /// <summary>It has nothing more to do, ever.</summary>
    Ended,
}
