namespace Orchestrator.Metadata.Schema;

/// <summary>Shapes that several documents share.</summary>
internal static class Parts
{
    public static Shape Name { get; } = new TextShape(TextForm.Name);

    public static Shape NameOfColumn { get; } = new TextShape(TextForm.NameOfColumn);

    public static Shape Text { get; } = new TextShape();

    public static Shape Sql { get; } = new TextShape(TextForm.Sql);

    public static Shape SqlWithNames { get; } = new TextShape(TextForm.SqlWithNames);

    public static Shape NameOfRun { get; } = new TextShape(TextForm.NameOfRun);

    public static Shape Flag { get; } = new FlagShape();

    public static Shape Names { get; } = new ListShape(Name);

    /// <summary>Names of which each stands there once.</summary>
    public static Shape NamesOnce { get; } = new ListShape(Name) { IsDistinct = true };

    /// <summary>Names of columns of which each stands there once.</summary>
    public static Shape NamesOfColumns { get; } = new ListShape(NameOfColumn) { IsDistinct = true };

    /// <summary>At least one name of a column, and each once.</summary>
    public static Shape SomeColumns { get; } = new ListShape(NameOfColumn) { IsDistinct = true, NeedsOne = true };

    public static Shape Texts { get; } = new ListShape(Text);

    public static Shape Command { get; } = new ListShape(new TextShape(TextForm.Value));

    public static Shape Limit { get; } = new NumberShape(1, IsLimit: true);

    public static Shape Duration { get; } = new DurationShape();

    public static Shape Policy { get; } = new WordShape(["fail", "redirect", "truncate"]);

    public static Shape Refusal { get; } = new WordShape(["fail", "redirect"]);

    public static Shape Outcome { get; } = new WordShape(["Success", "Failure", "Completion"]);

    public static Key In { get; } = new("in", Name, "The project, where the path of the file does not name it.");

    public static MapShape SystemColumns { get; } = new("systemColumns", [
        new("RowAuditId", SystemColumn, "The attempt that wrote the row, a number from the ledger."),
        new("RowRecordSource", SystemColumn, "The record source of the connection it was read from."),
        new("RowHash", SystemColumn, "SHA-256 over the loaded columns, of scd the tracked ones: binary(32)."),
        new("RowEffectiveFromDate", SystemColumn, "Kind scd: when the version begins; default datetime2(7)."),
        new("RowEffectiveToDate", SystemColumn, "Kind scd: when the next one begins, or it was closed."),
        new("RowIsCurrent", SystemColumn, "Kind scd: whether the version has no end yet: bit."),
        new("RowVersion", SystemColumn, "Kind scd: its place in the history of its key, from 1: int or bigint."),
        new("RowBufferId", new MapShape("RowBufferId", [new("column", Name, "Its name in the target.")]),
            "Kind absorb: the number that the row had in the buffer: bigint."),
        new("RowIsDeleted", SystemColumn, "Kind scd, deletes: flag: whether the source has the key no more: bit."),
    ]);

    public static Key SystemColumnsKey { get; } =
        new("systemColumns", SystemColumns, "The columns that the engine fills.");

    /// <summary>The key that names a thing and tells its kind.</summary>
    public static Key Named(string kind, string summary) => new(kind, Name, summary) { IsRequired = true };

    private static MapShape SystemColumn => new("a system column", [
        new("column", NameOfColumn, "Its name in the target; default the role's name."),
        new("dataType", new DataTypeShape(), "Its type."),
    ]);
}
