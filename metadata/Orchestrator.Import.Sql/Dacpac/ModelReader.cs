using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Reading;
using Orchestrator.Import.Sql.Statements;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Dacpac;

/// <summary>Takes from the elements of a model what they make.</summary>
/// <param name="at">The file that they stand in.</param>
internal sealed class ModelReader(SqlDrafts drafts, SqlProblems problems, Origin at)
{
    private const string Table = "DefiningTable";
    private const string Specifications = "ColumnSpecifications";

    /// <summary>Takes an element; what makes no table, view or type is passed over.</summary>
    public void Take(ModelElement element)
    {
        switch (element.Type)
        {
            case "SqlTable" or "SqlExternalTable" when element.Name.Count > 1:
                Made(element);
                break;
            case "SqlFileTable" when element.Name.Count > 1:
                LeftOut(element, "is a file table");
                break;
            case "SqlPrimaryKeyConstraint":
                Change(element, Table, draft => draft.PrimaryKey = Key(element));
                break;
            case "SqlUniqueConstraint":
                Change(element, Table, draft => draft.UniqueKeys.Add(Key(element)));
                break;
            case "SqlForeignKeyConstraint"
                when element.References("ForeignTable").FirstOrDefault() is { Count: > 1 } to:
                Change(element, Table, draft => draft.ForeignKeys.Add(new ReferenceDraft(
                    LastOf(element), element.Columns("Columns"), NameOf(to), element.Columns("ForeignColumns"), at)));
                break;
            case "SqlIndex" when element.Is("IsUnique") && element.Property("FilterPredicate") is null:
                Change(element, "IndexedObject", draft => draft.UniqueKeys.Add(Key(element)));
                break;
            case "SqlDefaultConstraint" when element.Columns("ForColumn") is [var column]:
                Change(element, Table, draft => SetDefault(draft, column, element));
                break;
            default:
                Other(element);
                break;
        }
    }

    private void Other(ModelElement element)
    {
        switch (element.Type)
        {
            case "SqlView" when element.Name.Count > 1:
                drafts.Add(
                    new ViewDraft(NameOf(element.Name), at, element.Property("QueryScript") ?? "",
                        [.. element.Elements("Columns").Select(LastOf)], Query(element.Property("QueryScript"))),
                    isAltered: false);
                break;
            case "SqlUserDefinedDataType" when element.Name.Count > 1:
                drafts.Add(new TypeDraft(
                    NameOf(element.Name), at, ModelTypes.Of(element), element.Property("IsNullable") != "False"));
                break;
            case "SqlUserDefinedType" when element.Name.Count > 1:
                drafts.Add(new TypeDraft(NameOf(element.Name), at, null, null));
                break;
            case "SqlSynonym" when element.Name.Count > 1
                && ModelElement.Parts(element.Property("ForObjectScript") ?? "") is { Count: 2 } of:
                drafts.AddSynonym(NameOf(element.Name), NameOf(of));
                break;
            case "SqlScalarFunction" when element.Name.Count > 1
                && element.Elements("Type").Select(ModelTypes.Of).FirstOrDefault() is { } returns:
                drafts.AddFunction(NameOf(element.Name), returns);
                break;
            case "SqlDatabaseOptions" when element.Property("Collation") is { Length: > 0 } collation:
                drafts.Collation = collation;
                break;
        }
    }

    private void Made(ModelElement element)
    {
        if (element.Is("IsNode") || element.Is("IsEdge"))
        {
            LeftOut(element, "is part of a graph");
            return;
        }

        var table = new TableDraft(NameOf(element.Name), at, $"{at}");
        table.Columns.AddRange(element.Elements("Columns").Select(Column));
        drafts.Add(table);
        foreach (var history in element.References("TemporalSystemVersioningHistoryTable")
            .Where(name => name.Count > 1))
        {
            drafts.AddHistory(NameOf(history));
        }
    }

    private ColumnDraft Column(ModelElement column)
    {
        var text = column.Property("ExpressionScript") ?? "";
        return new ColumnDraft(LastOf(column), at)
        {
            Type = text.Length > 0 ? null
                : column.Elements("TypeSpecifier").Select(ModelTypes.Of).FirstOrDefault() ?? ModelTypes.Untyped(column),
            Nullable = text.Length > 0 ? null : column.Property("IsNullable") != "False",
            Collation = column.Property("Collation") ?? "",
            IsIdentity = column.Is("IsIdentity"),
            IsPeriod = column.Property("GeneratedAlwaysType") is { } always and not ("0" or "None"),
            IsHidden = column.Is("IsHidden"),
            Computed = text.Length == 0 || IsTooDeep(text) ? null : SqlParser.Value(text),
            ComputedText = text,
        };
    }

    private KeyDraft Key(ModelElement element) => new(
        LastOf(element), [.. element.Elements(Specifications).SelectMany(each => each.Columns("Column"))], at);

    private void SetDefault(TableDraft table, string column, ModelElement element)
    {
        var place = table.Columns.FindIndex(each => each.Name == column);
        if (place >= 0)
        {
            table.Columns[place] = table.Columns[place] with
            {
                Default = (element.Property("DefaultExpressionScript") ?? "").Trim(),
                DefaultName = LastOf(element),
            };
        }
    }

    private void Change(ModelElement element, string relationship, Action<TableDraft> make)
    {
        if (element.References(relationship).FirstOrDefault() is { Count: > 1 } table)
        {
            drafts.Add(new ChangeDraft(NameOf(table), at, MayBeView: true, make));
        }
    }

    private void LeftOut(ModelElement element, string why) => problems.Warn(SqlCodes.NotFollowed, at,
        $"the table {NameOf(element.Name)} {why}, so that no model tells its columns; it is left out",
        "import it from the database: `import database CONN`");

    private SelectStatement? Query(string? text)
    {
        if (text is null || IsTooDeep(text))
        {
            return null;
        }

        var statements = SqlParser.Statements(text, out var errors);
        return errors.Count == 0 ? statements.OfType<SelectStatement>().FirstOrDefault() : null;
    }

    private bool IsTooDeep(string text)
    {
        var isOver = NestLimit.IsOver(text);
        if (isOver)
        {
            problems.Error(SqlCodes.TooMuch, at, $"an expression in it stands deeper than {NestLimit.BracketsMax} "
                + "brackets: its type is not told");
        }

        return isOver;
    }

    private TableName NameOf(IReadOnlyList<string> parts) => drafts.Named(parts[0], parts[1]);

    private static string LastOf(ModelElement element) => element.Name is [.., var last] ? last : "";
}
