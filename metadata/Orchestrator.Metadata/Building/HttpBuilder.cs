using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the request of an object of kind http.</summary>
internal sealed class HttpBuilder(BuildScope scope)
{
    /// <summary>What stands under `http`; null where it is not whole.</summary>
    /// <param name="map">The object.</param>
    public HttpOptions? Build(YamlMap map)
    {
        if (map.Map(HttpKeys.Section.Name) is not { } written
            || written.Scalar(HttpKeys.Url.Name) is not { } url)
        {
            return null;
        }

        var (body, answer) = (written[HttpKeys.Body.Name], written.Map(HttpKeys.Answer.Name));
        var http = HttpKeys.Section.Read(
            new HttpOptions
            {
                Url = SentTexts.Of(scope, url),
                Headers = [.. (written.Map(HttpKeys.Headers.Name)?.Entries ?? []).Select(Header)],
                Body = body is YamlScalar text ? SentTexts.Of(scope, text) : null,
                BodyFile = File(body as YamlMap),
                Expect = Expected(written),
                Answer = File(answer),
                AnswerMax = answer?.Scalar(HttpKeys.MaxKey) is { } max
                    ? CoreSchema.Size(max.Text) ?? HttpOptions.AnswerMaxDefault : HttpOptions.AnswerMaxDefault,
                At = written.At,
            },
            written);
        if (http.IsIdempotent && map.Entry(KindTable.IdempotentKey) is { } declared)
        {
            scope.Context.Bag.Error("ORC1145", declared.Key.At,
                $"'{KindTable.IdempotentKey}' does nothing with {http.Method}: that may be sent twice by definition",
                "take it out; only POST and PATCH ask for it");
        }

        return http;
    }

    private HttpHeader Header(YamlEntry entry) =>
        new(entry.Key.Text, SentTexts.Of(scope, (YamlScalar)entry.Value), entry.Key.At);

    private IReadOnlyList<int> Expected(YamlMap written)
    {
        if (written[HttpKeys.Expect.Name] is not YamlList list)
        {
            return [];
        }

        if (list is { Items.Count: 0, HasRefused: false })
        {
            scope.Context.Bag.Error("ORC1147", list.At, $"'{HttpKeys.Expect.Name}' names no status",
                "take it out, which means each from 200 to 299, or name some: [200, 202]");
        }

        return [.. list.Items.OfType<YamlScalar>().Select(status => (int)status.ToNumber())];
    }

    private HttpFile? File(YamlMap? map)
    {
        if (map?.Scalar(HttpKeys.ConnectionKey) is not { } connection
            || map.Scalar(HttpKeys.FileKey) is not { } written)
        {
            return null;
        }

        if (scope.KnownConnection(connection) is { IsFolder: false })
        {
            scope.Context.Bag.Error("ORC1146", connection.At, $"'{connection.Text}' is no folder of files",
                "name a connection of platform Files");
        }

        var file = VariableTexts.Resolve(scope.Context, scope.Variables, written, takesOfRun: true);
        if (!VariableTexts.IsOpen(file.Text)
            && (BelowFolder.IsLeft(file.Text) || file.Text.Contains(':', StringComparison.Ordinal)))
        {
            scope.Context.Bag.Error("ORC1032", written.At,
                $"the file '{file.Text}' lies outside the folder of its connection",
                "give its path below that folder, with '/' and without '..'");
        }

        return new HttpFile(connection.Text, file.Text, written.Written ?? written.Text, map.At);
    }
}
