using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Keys;

/// <summary>A format of files, and where the connection stands that has it.</summary>
internal sealed record WrittenFormat(FileFormat Format, Origin At);
