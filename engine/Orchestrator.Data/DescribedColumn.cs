using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>A column that a statement would return.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">Its type; null where that binds no value, or is not told.</param>
public sealed record DescribedColumn(string Name, SqlType? Type);
