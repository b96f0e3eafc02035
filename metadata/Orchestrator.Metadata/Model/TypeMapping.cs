using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A type of a source and what it becomes in the target, where the metadata name none.</summary>
public sealed record TypeMapping(SqlType From, SqlType To, Origin At);
