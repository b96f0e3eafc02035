using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Keys;

/// <summary>What an object writes, on which connection, and where the object stands that writes it.</summary>
internal sealed record WrittenTarget(ObjectTarget Target, Connection? Connection, Origin At);
