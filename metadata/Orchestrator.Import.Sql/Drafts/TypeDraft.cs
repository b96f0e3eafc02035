using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A type that somebody made.</summary>
/// <param name="Base">What it is made of; null for one of the CLR, which nobody can move.</param>
/// <param name="Nullable">What it says of NULL; null = nothing.</param>
internal sealed record TypeDraft(TableName Name, Origin At, WrittenType? Base, bool? Nullable);
