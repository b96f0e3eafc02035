namespace Orchestrator.Data;

/// <summary>
/// What the packages of one run share: writer turns per database file and the bound on bytes in flight.
/// </summary>
public sealed class RunResources
{
}
