namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// What conditions and values say of a package: it goes, its way is closed (and so is what waits for its success), it
/// is not needed (and what waits for its success goes on), it fails, or something that it would read was skipped or
/// lost.
/// </summary>
internal enum Asked { Goes, WayClosed, NotNeeded, Fails, Blocked }
