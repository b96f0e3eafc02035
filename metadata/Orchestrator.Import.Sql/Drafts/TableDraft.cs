using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A key as it is declared.</summary>
/// <param name="Name">Its name; empty where the server would make one up.</param>
/// <param name="Columns">Its columns in order.</param>
internal sealed record KeyDraft(string Name, IReadOnlyList<string> Columns, Origin At);

/// <summary>A foreign key as it is declared.</summary>
/// <param name="ToColumns">The columns there; empty = those of its primary key.</param>
internal sealed record ReferenceDraft(
    string Name, IReadOnlyList<string> Columns, TableName To, IReadOnlyList<string> ToColumns, Origin At);

/// <summary>A table while scripts are read: what changes it may stand before or behind it, in another file.</summary>
internal sealed class TableDraft(TableName name, Origin at, string text)
{
    public TableName Name { get; } = name;

    public Origin At { get; } = at;

    /// <summary>The statement that makes it, to tell whether another one makes the same.</summary>
    public string Text { get; } = text;

    public List<ColumnDraft> Columns { get; } = [];

    public KeyDraft? PrimaryKey { get; set; }

    public List<KeyDraft> UniqueKeys { get; } = [];

    public List<ReferenceDraft> ForeignKeys { get; } = [];
}
