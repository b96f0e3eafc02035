using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>A column of a value that is rows.</summary>
public sealed record RunColumn(string Name, SqlType Type);
