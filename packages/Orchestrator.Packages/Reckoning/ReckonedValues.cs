using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Reckoning;

/// <summary>The values that an object reckons, all of them or none: nothing is rounded or cut.</summary>
internal static class ReckonedValues
{
    /// <summary>The code of an expression that has no value, or none of its variable's type.</summary>
    public const string Code = "ORC3640";

    private const string VariableWord = "var";

    /// <summary>The values by the names of their variables.</summary>
    /// <exception cref="PackageRefusedException">An expression has no value, or none of its type.</exception>
    public static IReadOnlyDictionary<string, RunValue> Of(PackageContext context) =>
        (context.Object.Sets?.Each ?? []).ToDictionary(
            set => set.Variable, set => Value(context, set), StringComparer.Ordinal);

    private static RunValue Value(PackageContext context, ValueSet set)
    {
        var result = set.Reckoned!.Evaluate(read => ValueOf(context, read));
        return result.Fault is { } fault ? throw Refused(context, set, fault.Message)
            : RunValue.TryMake(set.Type, [[result.Text]], out var made, out var problem) ? made
            : throw Refused(context, set, IsHidden(context, set) ? "what it comes to is none of its type" : problem);
    }

    private static TypedValue? ValueOf(PackageContext context, ExpressionReference read) =>
        read.Word == VariableWord ? context.ValueOf(read.Name)
        : FactName.TryParse(read.Word, read.Name, out var fact) ? context.FactOf(fact) : null;

    // What is wrong with a value may quote it, and it may be what another one was.
    private static bool IsHidden(PackageContext context, ValueSet set) => context.Solution.RunVariables.Any(
        one => one.Is.IsSensitive && (one.Name == set.Variable
            || set.Reckoned!.References.Any(read => read.Word == VariableWord && read.Name == one.Name)));

    private static PackageRefusedException Refused(PackageContext context, ValueSet set, string why) => new(
        Code, ErrorClass.Data, KindTable.Value.Word,
        $"'{context.Object.Name}' sets '{set.Variable}', which is {set.Type}, from '{set.From}': {why}.", set.At);
}
