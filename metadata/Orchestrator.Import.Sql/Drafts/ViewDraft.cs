using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A view as it is declared.</summary>
/// <param name="Text">The statement that makes it, to tell whether another one makes the same.</param>
/// <param name="Columns">The names that its columns are given; empty = those of its query.</param>
/// <param name="Query">Its query; null where that cannot be read.</param>
internal sealed record ViewDraft(
    TableName Name, Origin At, string Text, IReadOnlyList<string> Columns, SelectStatement? Query);
