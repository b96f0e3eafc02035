using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Keys;

/// <summary>What an object reads, on which connection, and where the object stands that reads it.</summary>
internal sealed record WrittenSource(ObjectSource Source, Connection? Connection, Origin At);
