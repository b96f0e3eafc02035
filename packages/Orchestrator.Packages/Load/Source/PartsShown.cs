using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// Tables of which the server shows its user a part: loaded as if they were whole, they would empty the target of what
/// is hidden, and nobody would be told; so it would with rows that are looked for in a target.
/// </summary>
internal static class PartsShown
{
    public const string Code = "ORC3465";

    /// <summary>What can be done about it.</summary>
    public const string Advice = "Read with a user who sees all of it, or write `rowSecurity: accepted` at the "
        + "connection where what its user sees is all that is wanted.";

    /// <summary>What can be done about a target.</summary>
    public const string AdviceOfTarget = "Load with a user who sees all of it, or write `rowSecurity: accepted` at the "
        + "connection where only what its user sees is to be replaced.";

    /// <summary>Asked before each load, as a policy can be switched on between two nights.</summary>
    /// <exception cref="PackageRefusedException">A part of what is read is shown.</exception>
    public static void Refuse(IDatabase database, ObjectDefinition definition, DatabaseAddress address) =>
        Refuse(database, address, parts => Of(definition, parts, database.Platform.Dialect));

    /// <summary>The same of what a check looks at: among rows that are hidden it finds nothing wrong.</summary>
    /// <exception cref="PackageRefusedException">A part of what is looked at is shown.</exception>
    public static void RefuseChecked(IDatabase database, ObjectDefinition definition, DatabaseAddress address) =>
        Refuse(database, address, parts => OfChecked(definition, parts, database.Platform.Dialect));

    /// <summary>
    /// The same of a target: rows that are hidden are neither replaced nor found by their key, and stay or stand there
    /// twice. A server that refuses who reads a part says nothing to who writes one.
    /// </summary>
    /// <exception cref="PackageRefusedException">A part of the target is shown, and the load goes by its rows.
    /// </exception>
    public static void RefuseTarget(
        IDatabase database, TableName table, ObjectDefinition definition, DatabaseAddress address, Swap swap,
        WatermarkStart? start = null)
    {
        if (!address.TakesParts && GoesByRows(definition, swap, start is { TakesRowsBack: true })
            && database.PartsShown(table).FirstOrDefault(part => Matters(definition, part)) is { } part)
        {
            throw new PackageRefusedException(
                Code, ErrorClass.Config, "open",
                $"The server shows a part of the target '{part.Table}': {part.Why}. {AdviceOfTarget}");
        }
    }

    private static void Refuse(
        IDatabase database, DatabaseAddress address, Func<IReadOnlyList<ShownPart>, ShownPart?> choose)
    {
        if (!address.TakesParts && !database.Platform.Abilities.RefusesParts
            && choose(database.PartsShown(null)) is { } part)
        {
            throw new PackageRefusedException(
                Code, ErrorClass.Config, "open", $"The server shows a part of '{part.Table}': {part.Why}. {Advice}");
        }
    }

    /// <summary>What of it an object reads; null = nothing. A query reads what its text names.</summary>
    public static ShownPart? Of(ObjectDefinition definition, IReadOnlyList<ShownPart> parts, Dialect dialect) =>
        parts.Count == 0 ? null : definition.Source switch
        {
            { Name: { } name } source => Of(source.Schema, name, parts, dialect),
            { Query: { } query } => parts.FirstOrDefault(part => IsNamed(query.Text, part.Table, dialect)),
            { Procedure: { } procedure } => parts.FirstOrDefault(part => IsNamed(procedure.Name, part.Table, dialect)),
            _ => null,
        };

    /// <summary>What of it a load looks for rows in, or a check looks at; null = nothing.</summary>
    public static ShownPart? OfTarget(
        ObjectDefinition definition, IReadOnlyList<ShownPart> parts, Dialect dialect) =>
        KindTable.Of(definition.Kind).IsCheck ? OfChecked(definition, parts, dialect)
        : definition.IsLoad && GoesByRows(definition, definition.Load.Swap.Value, takesBack: false)
            && Of(definition.Target.Schema, definition.Target.Name, parts, dialect) is { } part
            && Matters(definition, part) ? part
        : null;

    private static ShownPart? OfChecked(
        ObjectDefinition definition, IReadOnlyList<ShownPart> parts, Dialect dialect) =>
        definition.Check?.ReturnsNothing is { } query
            && parts.FirstOrDefault(part => IsNamed(query.Text, part.Table, dialect)) is { } named ? named
        : Of(definition.Target.Schema, definition.Target.Name, parts, dialect);

    private static bool GoesByRows(ObjectDefinition definition, Swap swap, bool takesBack) =>
        definition.Absorb is not null || definition.Load.Pattern.Value switch
        {
            LoadPattern.Append => takesBack,
            LoadPattern.TruncateInsert => swap != Swap.Shadow,
            LoadPattern.DropAndReload => false,
            _ => true,
        };

    // What is masked is compared as it is; but a version takes over values of the one before it.
    private static bool Matters(ObjectDefinition definition, ShownPart part) =>
        !part.IsMasked || definition.Scd is not null;

    private static ShownPart? Of(string? schema, string name, IReadOnlyList<ShownPart> parts, Dialect dialect) =>
        dialect.ByTable(parts, part => part.Table).Find(dialect.Table(schema, name));

    // In quotes a name is written otherwise where it holds a quote itself.
    private static bool IsNamed(string text, TableName table, Dialect dialect) =>
        text.Contains(dialect.Quote(table.Name), StringComparison.OrdinalIgnoreCase) || Regex.IsMatch(
            text, $@"(?<![\w$#@]){Regex.Escape(table.Name)}(?![\w$#@])",
            RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
}
