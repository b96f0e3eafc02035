using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the watermark of an object of what was written.</summary>
internal static class WatermarkBuilder
{
    public static Watermark? Build(LoadContext context, YamlMap one)
    {
        var written = one.Items("watermarks").OfType<YamlMap>().ToList();
        if (written.Count == 0 || written[0].Scalar("watermark") is not { } name
            || WatermarkKeys.Section.Keys.Any(key => key.Key.IsRequired && written[0][key.Name] is null))
        {
            return null;
        }

        if (written.Count > 1)
        {
            context.Bag.Error("ORC1070", written[1].At, "an object has one watermark",
                "rows that only one of two conditions finds would be lost: compare one expression of a view or query");
        }

        var map = written[0];
        var watermark = WatermarkKeys.Section.Read(
            new Watermark { Name = name.Text, Column = "", DataType = default, At = name.At }, map);
        return watermark with
        {
            Overlap = Overlap(context, map.Scalar(WatermarkKeys.Overlap.Name), watermark.DataType),
            Default = Default(context, map.Scalar(WatermarkKeys.Default.Name), watermark.DataType),
        };
    }

    private static string? Overlap(LoadContext context, YamlScalar? written, SqlType type)
    {
        var isGood = written is null
            || (type.IsTemporal ? CoreSchema.Duration(written.Text) is not null : CoreSchema.Number(written) > 0);
        if (!isGood)
        {
            context.Bag.Error("ORC1077", written!.At,
                $"expected 'overlap' to be a {(type.IsTemporal ? "duration" : "whole number from 1 on")}, "
                + $"got: '{written.Text}'",
                type.IsTemporal ? "write it as 10m, 1h30m or 2d" : "the watermark is a number, so its overlap is one");
        }

        return isGood ? written?.Text : null;
    }

    private static TypedValue? Default(LoadContext context, YamlScalar? written, SqlType type)
    {
        if (written is null || !WatermarkChecks.Takes(type))
        {
            return null;
        }

        if (TypedValue.TryParse(type, written.Text, out var value, out var problem))
        {
            return value;
        }

        context.Bag.Error("ORC1061", written.At, $"expected 'default' to be {type}, got: '{written.Text}'", problem);
        return null;
    }
}
