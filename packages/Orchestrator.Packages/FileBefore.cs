using Orchestrator.Core;

namespace Orchestrator.Packages;

/// <summary>A file that an earlier attempt of the package has read, and that is recorded.</summary>
/// <param name="File">The file, as it was then.</param>
/// <param name="Begun">When that attempt began.</param>
public sealed record FileBefore(ReadFile File, long Attempt, DateTimeOffset Begun);
