using System.Collections.ObjectModel;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>One bug for each rule of values that are set and read.</summary>
internal static class PlantedValueBugs
{
    public static PlantedBug[] All { get; } =
    [
        new("a value not recorded", "values are recorded right before the success that set them")
        {
            Computes = true,
            Command = command => command is RecordValue ? [] : [command],
        },
        new("a value recorded behind its success", "values are recorded right before the success that set them")
        {
            Computes = true,
            Turn = commands =>
                [.. commands.Where(command => command is not RecordValue), .. commands.OfType<RecordValue>()],
        },
        new("a value of another attempt", "what is recorded is what was set")
        {
            Computes = true,
            Command = command => command is RecordValue value
                ? [value with { Attempt = value.Attempt + 1 }] : [command],
        },
        new("another setter than the bound one", "a reader gets the value of the setter that it is bound to")
        {
            Computes = true,
            Node = node => node with
            {
                ReadsValues = [.. node.ReadsValues.Select(read => read with { Setters = [.. read.Setters.Reverse()] })],
            },
        },
        new("a retry that reads anew", "a reader gets the value of the setter that it is bound to")
        {
            Computes = true,
            Options = options => options with
            {
                Values = options.Values.ToDictionary(one => one.Key, one => Null(one.Value.Type)),
            },
        },
        new("a value kept from its reader", "a package gets the values that it reads, and no others")
        {
            Computes = true,
            Command = command => command is StartPackage start
                ? [start with { Values = ReadOnlyDictionary<int, RunValue>.Empty }] : [command],
        },
        new("a value read before its flush", "what reads a relaxed database starts after its flush")
        {
            Computes = true,
            Node = node => node.When is null && node.Any.Count == 0 && node.Constraints.All(one => one.When is null)
                ? node with { ReadsValues = [] } : node,
        },
    ];

    private static RunValue Null(RunValueType type)
    {
        Assert.That(RunValue.TryMake(type, [[null]], out var made, out var problem), Is.True, problem);
        return made!;
    }
}
