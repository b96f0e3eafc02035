using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Orchestrator.Core.Alerts;

/// <summary>Messages as programs read them, and occurrences as the ledger keeps them.</summary>
public static class MessageJson
{
    /// <summary>Version of what webhooks are sent; grows when something that was there changes.</summary>
    public const int SchemaVersion = 1;

    private const int FailuresMax = 20;

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        Converters = { new JsonStringEnumConverter() },
        Encoder = JavaScriptEncoder.Default,
    };

    /// <summary>What a webhook is sent, as UTF-8.</summary>
    public static byte[] Of(AlertMessage message)
    {
        var first = message.Occurrences[0];
        return JsonSerializer.SerializeToUtf8Bytes(new
        {
            SchemaVersion,
            message.Id,
            message.Time,
            message.Solution,
            message.Environment,
            Alert = message.Alerts[0],
            message.Alerts,
            Event = EventOf(message, first),
            message.State,
            Subject = MessageText.Subject(message),
            first.Batch,
            first.Run,
            Failures = first.Failures.Take(FailuresMax),
            first.FailuresCount,
            Link = message.LinkOf(first),
            first.Command,
            message.Occurrences.Count,
            Occurrences = message.Occurrences.Take(AlertMessage.ToldMax).Select(one => new
            {
                Event = EventOf(message, one),
                one.Batch,
                one.Run,
                one.At,
                one.Summary,
                one.Cause,
                Failures = one.Failures.Take(FailuresMax),
                one.FailuresCount,
                Link = message.LinkOf(one),
                one.Command,
            }),
        }, Options);
    }

    private static string EventOf(AlertMessage message, Occurrence told) =>
        message.IsTest ? "Test" : told.Event.ToString();

    /// <summary>An occurrence as text.</summary>
    public static string Of(Occurrence occurrence) => JsonSerializer.Serialize(occurrence, Options);

    /// <summary>The occurrence of a text; null = it is none.</summary>
    public static Occurrence? Read(string text)
    {
        try
        {
            return JsonSerializer.Deserialize<Occurrence>(text, Options);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
