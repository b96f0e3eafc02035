using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes what an object sets of what was written.</summary>
internal sealed class ValueSetsBuilder(BuildScope scope)
{
    private static readonly SqlType Code = new(SqlTypeKind.Int);
    private static readonly SqlType Count = new(SqlTypeKind.BigInt);

    // What kinds take that set no expressions.
    private readonly ScalarReader _names =
        new(scope.Context.Bag, new Placeholders(scope.Context.Bag, scope.Context.Options.Variable));

    private LoadContext Context => scope.Context;

    /// <summary>What it sets; null where nothing is written.</summary>
    /// <param name="map">The object.</param>
    /// <param name="kind">Its kind: a class gives its values names of its own, and others reckon them.</param>
    /// <param name="call">The procedure that it calls; null = none.</param>
    public ValueSets? Build(YamlMap map, PackageKind kind, Procedure? call)
    {
        if (map.Entry(ValueKeys.Sets.Name) is not { Value: YamlMap written } entry)
        {
            if (map.Entry(ValueKeys.OnNone.Name) is { } alone && !map.Refused.Contains(ValueKeys.Sets.Name)
                && kind.Keys.Contains(ValueKeys.NoneKey))
            {
                Context.Bag.Error("ORC1038", alone.Key.At,
                    $"'{alone.Key.Text}' does nothing without '{ValueKeys.Sets.Name}'",
                    "add sets: {VARIABLE: COLUMN}", new Fix(alone.Key.At, 0, "# "));
            }

            return null;
        }

        var isOfClass = kind.Keys.Contains(KindTable.PluginKey);
        var isOfProgram = kind.Keys.Contains(ProcessKeys.Section.Name);
        var sets = new ValueSets
        {
            Each =
            [
                .. written.Entries.Select(one => kind.Reckons ? Reckoned(one)
                    : isOfClass ? OfClass(one) : isOfProgram ? OfProgram(one) : One(one, call)).OfType<ValueSet>(),
            ],
            At = entry.Key.At,
        };
        if (written.Entries.Count == 0)
        {
            Context.Bag.Error("ORC1066", entry.Key.At, $"'{ValueKeys.Sets.Name}' names no variable",
                kind.Reckons ? kind.Needs!.Advice
                    : $"add sets: {{VARIABLE: {(isOfProgram ? ValueSets.Stdout : "COLUMN")}}}, or leave it out");
        }

        if (isOfClass || isOfProgram || kind.Reckons)
        {
            return sets;
        }

        RefuseBoth(sets);
        return ValueKeys.Section.Read(sets, map);
    }

    // Who reads the rows of a procedure is told nothing else of it, and of a statement no count.
    private void RefuseBoth(ValueSets sets)
    {
        if (sets.ReadsRows
            && sets.Each.FirstOrDefault(one => one.Kind is not (ValueOrigin.Column or ValueOrigin.Rows)) is { } other)
        {
            Context.Bag.Error("ORC1066", other.At,
                $"'{other.From}' is not known where a result is read, as another variable here is set from it",
                "return it as a column of the result, or set it in an object of its own");
        }
    }

    private ValueSet? Reckoned(YamlEntry entry) => Settable(entry) is not { } set ? null
        : new ReckonedSets(scope).Read(set, (YamlScalar)entry.Value);

    // One value or rows: the variable says which, and the class calls it by a name. What means something of a result
    // would be read as that.
    private ValueSet? OfClass(YamlEntry entry)
    {
        if (Named(entry) is not { } set)
        {
            return null;
        }

        if (set.Kind != ValueOrigin.Column)
        {
            Context.Bag.Error("ORC1190", set.At,
                $"'{set.From}' is what a statement or procedure gives back, and no name by which a class sets a value",
                $"give it a name: {ValueKeys.Sets.Name}: {{{set.Variable}: {set.Variable}}}");
        }

        return set;
    }

    private ValueSet? OfProgram(YamlEntry entry)
    {
        if (Named(entry) is not { } set)
        {
            return null;
        }

        if (set.From is not (ValueSets.Stdout or ValueSets.ReturnCode))
        {
            Context.Bag.Error("ORC1066", set.At, $"'{set.From}' is nothing that a program gives back",
                $"write {ValueSets.Stdout} for all that it writes to its standard output, or {ValueSets.ReturnCode}");
        }
        else if (set.Type.IsRows)
        {
            Misfit(set, $"is rows, and '{set.From}' is one value");
        }
        else if (set.Kind == ValueOrigin.ReturnCode)
        {
            Check(set, Code);
        }

        return set;
    }

    private ValueSet? Named(YamlEntry entry) =>
        _names.Read(entry.Value, Parts.Name, entry.Key.Text) is null ? null : Settable(entry);

    private ValueSet? Settable(YamlEntry entry)
    {
        var (name, from) = (entry.Key, (YamlScalar)entry.Value);
        if (Context.RunVariables.TryGetValue(name.Text, out var variable))
        {
            return new ValueSet(name.Text, variable.Type, from.Text, from.At);
        }

        NotSettable(name);
        return null;
    }

    private ValueSet? One(YamlEntry entry, Procedure? call)
    {
        if (Named(entry) is not { } set)
        {
            return null;
        }

        if ((set.Kind == ValueOrigin.Rows) != set.Type.IsRows)
        {
            Misfit(set, set.Type.IsRows ? $"takes all rows: write {set.Variable}: {ValueSets.Rows}"
                : $"is {set.Type}, which '{ValueSets.Rows}' is not");
        }
        else if (set.Kind is ValueOrigin.Output or ValueOrigin.ReturnCode && call is null)
        {
            Context.Bag.Error("ORC1066", set.At, $"'{set.From}' is what a procedure gives back, and none is called",
                "add procedure: SCHEMA.NAME, or name a column of the result");
        }
        else
        {
            OfOneValue(set, call);
        }

        return set;
    }

    private void OfOneValue(ValueSet set, Procedure? call)
    {
        switch (set.Kind)
        {
            case ValueOrigin.ReturnCode:
                Check(set, Code);
                break;
            case ValueOrigin.Changed:
                Check(set, Count);
                break;
            case ValueOrigin.Output:
                if (call!.Outputs.FirstOrDefault(output => output.Name == set.Name) is { } output)
                {
                    Check(set, output.DataType);
                    break;
                }

                Context.Bag.Error("ORC1066", set.At, $"'{call.Name}' has no output '{set.Name}'",
                    call.Outputs.Count == 0 ? $"declare it: outputs: {{{set.Name}: {set.Type}}}"
                        : $"it has: {string.Join(", ", call.Outputs.Select(one => one.Name))}");
                break;
        }
    }

    // Narrower is no mistake: whether the value fits is seen when it is there. Another kind of value never does.
    private void Check(ValueSet set, SqlType from)
    {
        var to = set.Type.Scalar.GetValueOrDefault();
        if (!to.IsText && (from.IsNumber != to.IsNumber || from.IsTemporal != to.IsTemporal || from.IsText))
        {
            Misfit(set, $"is {to}, and '{set.From}' is {from}");
        }
    }

    private void Misfit(ValueSet set, string why) => Context.Bag.Error("ORC2020", set.At,
        $"what is set does not fit its variable: '{set.Variable}' {why}", "let both have one type");

    private void NotSettable(YamlScalar name)
    {
        if (scope.Variables.ContainsKey(name.Text))
        {
            Context.Bag.Error("ORC1066", name.At, $"'{name.Text}' has its value before the run, so that nobody sets it",
                "declare it with scope: run, without default and required");
        }
        else
        {
            Context.UnknownName("ORC1066", "variable of the run", name, Context.RunVariables.Keys);
        }
    }
}
