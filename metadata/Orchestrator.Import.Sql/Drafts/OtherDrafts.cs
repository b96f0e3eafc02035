using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A view as it is declared.</summary>
/// <param name="Columns">The names that its columns are given; empty = those of its query.</param>
/// <param name="Query">Its query; null where that cannot be read.</param>
internal sealed record ViewDraft(
    TableName Name, Origin At, string Text, IReadOnlyList<string> Columns, SelectStatement? Query);

/// <summary>A type that somebody made.</summary>
/// <param name="Base">What it is made of; null for one of the CLR, which nobody can move.</param>
/// <param name="Nullable">What it says of NULL; null = nothing.</param>
internal sealed record TypeDraft(TableName Name, Origin At, WrittenType? Base, bool? Nullable);

/// <summary>A change of a table, which is made once all tables are known.</summary>
/// <param name="Table">The table.</param>
/// <param name="At">Where it stands.</param>
/// <param name="MayBeView">Whether it may be about a view as well, of which nothing is changed.</param>
/// <param name="Make">Makes it.</param>
internal sealed record ChangeDraft(TableName Table, Origin At, bool MayBeView, Action<TableDraft> Make);
