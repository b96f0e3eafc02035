using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.BimlFlex;

/// <summary>A project of BimlFlex that is imported: from one connection into another.</summary>
internal sealed record FlexProject(FlexRow Row, string Name, FlexConnection Source, FlexConnection Target);

/// <summary>An object of BimlFlex that becomes a load.</summary>
/// <param name="Row">Its row.</param>
/// <param name="Project">Its project.</param>
/// <param name="Name">Its name here.</param>
/// <param name="Columns">Its columns that are read, in order.</param>
/// <param name="Parameters">The rows of its parameters.</param>
internal sealed record FlexObject(
    FlexRow Row, FlexProject Project, string Name, IReadOnlyList<FlexColumn> Columns, IReadOnlyList<FlexRow> Parameters)
{
    /// <summary>Its name in the database.</summary>
    public string Table { get; } = TableOf(Row);

    /// <summary>Its name in the target: that of the source, but where another object of the project has it.</summary>
    public string TargetTable => Name == ImportNames.Plain(Table) ? Table : Name;

    public string Schema { get; } = Row.Text("schema");

    /// <summary>Whether it is read from a file.</summary>
    public bool IsFile => Project.Source.Platform?.Form == StoreForm.Folder;

    /// <summary>Whether a procedure returns its rows.</summary>
    public bool IsProcedure => FlexRow.Key(Row.Text("objecttype")) is "sp" or "storedprocedure";

    /// <summary>Whether rows are known by a key.</summary>
    public bool HasKey => Columns.Any(column => column.Key > 0);

    /// <summary>Whether it keeps versions of its rows.</summary>
    public bool KeepsHistory => HasKey && Columns.Any(column => column.IsTracked);

    /// <summary>How its file is written, where it is one.</summary>
    public DelimitedText Format => new(Name, Row.At)
    {
        Field = Row.Text("columndelimiter") is { Length: > 0 } separator ? separator : null,
        Row = Row.Text("lastcolumndelimiter", "rowdelimiter") is { Length: > 0 } end ? end : null,
        Quote = Row.Text("textqualifier") is { Length: > 0 } quote ? quote : null,
        HasHeader = Row.Flag("columnnamesinfirstrow") ?? true,
        SkipLines = Row.Number("datarowstoskip") ?? 0,
        CodePage = Row.Number("codepage"),
        IsUnicode = Row.Flag("unicode") ?? false,
    };

    public static string TableOf(FlexRow row) => row.Text("objectname", "name", "object");
}
