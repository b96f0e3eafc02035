using Orchestrator.Core.Types;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes `dataTypeMappings` of what was written.</summary>
internal static class TypeMappingBuilder
{
    /// <summary>The mappings in declared order, one for each type.</summary>
    public static IReadOnlyList<TypeMapping> Build(LoadContext context, Draft? solution)
    {
        var mappings = new Dictionary<SqlType, TypeMapping>();
        foreach (var map in (solution?.Map.Items("dataTypeMappings") ?? []).OfType<YamlMap>())
        {
            if (map.Scalar("from") is not { } from || map.Scalar("to") is not { } to)
            {
                continue;
            }

            var mapping = new TypeMapping(from.ToDataType(), to.ToDataType(), from.At);
            if (!mappings.TryAdd(mapping.From, mapping))
            {
                context.Bag.Error(
                    "ORC1020", from.At, $"the type {mapping.From} is mapped twice", "keep one of the two");
            }
        }

        return [.. mappings.Values];
    }
}
