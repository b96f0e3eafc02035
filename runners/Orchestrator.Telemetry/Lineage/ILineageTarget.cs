namespace Orchestrator.Telemetry.Lineage;

/// <summary>Where events go. Sending waits for nobody; threads: one at a time.</summary>
internal interface ILineageTarget : IDisposable
{
    /// <summary>Takes one event, or loses it and counts it.</summary>
    void Send(string line);

    /// <summary>Waits for what is under way, a few seconds at most, and says in a line what was lost; empty = nothing.
    /// </summary>
    string End();
}
