using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Finds the facts that an object reads: those that it declares, and those that its texts name.</summary>
internal sealed class FactsBuilder(BuildScope scope)
{
    private LoadContext Context => scope.Context;

    /// <summary>The object with what it reads.</summary>
    /// <param name="map">What was written of it.</param>
    /// <param name="definition">The same as it was read.</param>
    public ObjectDefinition Build(YamlMap map, ObjectDefinition definition)
    {
        var declared = Declared(map, KindTable.Of(definition.Kind));
        // A hook with a transaction of its own reads for itself.
        Hook[] within = [.. definition.Hooks.Where(hook => hook.Transaction == HookTransaction.Load)];
        var named = SqlOfPackage.Names(definition with { Hooks = within })
            .Where(one => FactName.Parameters.ContainsKey(one.Key))
            .Select(one => new FactRead(one.Key, FactName.Parameters[one.Key], one.Value));
        return definition with
        {
            DeclaredFacts = declared,
            Facts =
            [
                .. declared?.Each ?? [], .. named, .. InArguments(definition), .. InTexts(definition),
                .. InExpressions(definition),
            ],
        };
    }

    private static IEnumerable<FactRead> InArguments(ObjectDefinition definition) =>
        new[] { definition.Procedure, definition.Source?.Procedure }.OfType<Procedure>()
            .SelectMany(call => call.Arguments
                .SelectMany(argument => FactTexts.In(argument.Open ?? "", call.At)));

    private static IEnumerable<FactRead> InTexts(ObjectDefinition definition) =>
        (definition.Own?.Filled ?? []).SelectMany(text => FactTexts.In(text, definition.Own!.At));

    private static IEnumerable<FactRead> InExpressions(ObjectDefinition definition)
    {
        foreach (var set in definition.Sets?.Each ?? [])
        {
            foreach (var read in set.Reckoned?.References ?? [])
            {
                if (FactName.TryParse(read.Word, read.Name, out var fact))
                {
                    yield return new FactRead("", fact, set.At);
                }
            }
        }
    }

    private FactReads? Declared(YamlMap map, PackageKind kind)
    {
        if (!kind.Keys.Contains(FactKeys.Facts.Name)
            || map.Entry(FactKeys.Facts.Name) is not { Value: YamlMap written } entry)
        {
            return null;
        }

        return new FactReads
        {
            Each = [.. written.Entries.Select(One).OfType<FactRead>()],
            At = entry.Key.At,
        };
    }

    private FactRead? One(YamlEntry entry)
    {
        var (name, text) = (entry.Key, (YamlScalar)entry.Value);
        if (!VariableBuilder.IsGood(Context, name))
        {
            return null;
        }

        if (scope.Variables.ContainsKey(name.Text) || Context.RunVariables.ContainsKey(name.Text))
        {
            Context.Bag.Error("ORC3605", name.At,
                $"'{name.Text}' is a variable of the solution, so that @{name.Text} would be two things",
                "give the fact another name");
            return null;
        }

        if (PlaceholderText.IsWhole(text.Text) && FactTexts.In(text.Text, text.At).FirstOrDefault() is { } fact)
        {
            return fact with { Parameter = name.Text };
        }

        Context.Bag.Error("ORC3605", text.At,
            $"expected '{name.Text}' to be one fact, got: '{text.Text}'",
            "write ${rows:PACKAGE.inserted}, ${state:PACKAGE}, ${error:PACKAGE.code} or ${run:number}, alone");
        return null;
    }
}
