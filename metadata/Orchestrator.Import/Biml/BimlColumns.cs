using Orchestrator.Core.Types;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Biml;

/// <summary>Makes columns of those of Biml.</summary>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class BimlColumns(ForeignProblems problems)
{
    // What a column is where nobody says it.
    private const string Standard = "Int32";
    private const string Counted = "identity";
    private const string Column = "Column";

    /// <summary>A column that says its own type.</summary>
    /// <param name="element">The column.</param>
    /// <param name="isCounted">Whether a key says that the server counts it.</param>
    public KnownColumn Of(BimlElement element, bool isCounted)
    {
        var custom = element.Text("CustomType");
        SqlType? type = custom is not null ? SqlType.TryParse(custom, out var own, out _) ? own : null
            : element.Is(Column) || element.Text("DataType") is not null ? Type(element)
            : Unsaid(element);
        return new KnownColumn
        {
            Name = element.Text("Name")!,
            DataType = type,
            Nullable = element.Flag("IsNullable") ?? false,
            Native = type is not null ? ""
                : custom ?? element.Text("DataType") ?? (element.Is(Column) ? Standard : element.Name),
            Default = element.Text("Default") ?? "",
            Identity = isCounted || element.Number("IdentityIncrement") is not (null or 0) ? Counted : "",
            Computed = element.Text("Computed") ?? "",
        };
    }

    // A hash of other columns is no whole number, whatever a column is where nobody says it.
    private SqlType? Unsaid(BimlElement element)
    {
        problems.Error(ForeignCodes.Type, element.At,
            $"the column '{ForeignProblems.Shown(element.Text("Name")!)}' is a "
            + $"<{ForeignProblems.Shown(element.Name)}>, which says no type",
            "write DataType and Length, or what the database calls the type into CustomType");
        return null;
    }

    private SqlType? Type(BimlElement element)
    {
        var type = UnifiedType.Of(
            element.Text("DataType") ?? Standard, element.Number("Length"), element.Number("Precision"),
            element.Number("Scale"), out var problem);
        if (type is null)
        {
            problems.Error(ForeignCodes.Type, element.At,
                $"the column '{ForeignProblems.Shown(element.Text("Name")!)}' has no type that is known: {problem}",
                "write DataType and Length, or what the database calls the type into CustomType");
        }

        return type;
    }
}
