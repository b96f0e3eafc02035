using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// Signs what a webhook is sent as the specification Standard Webhooks says: HMAC-SHA256 over id, time and body, so
/// that a receiver knows who has sent it and when, and drops what it has already.
/// </summary>
internal static class WebhookSignature
{
    private const string Prefix = "whsec_";
    private const int SecretBytesMin = 16;

    /// <summary>The headers that go with a body.</summary>
    /// <exception cref="InvalidOperationException">The secret cannot be used; the message holds none of it.</exception>
    public static IReadOnlyDictionary<string, string> Headers(
        string secret, string id, DateTimeOffset at, ReadOnlySpan<byte> body)
    {
        var moment = at.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        return new Dictionary<string, string>
        {
            ["webhook-id"] = id,
            ["webhook-timestamp"] = moment,
            ["webhook-signature"] = $"v1,{Of(KeyOf(secret), id, moment, body)}",
        };
    }

    private static string Of(byte[] key, string id, string moment, ReadOnlySpan<byte> body)
    {
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);
        hash.AppendData(Encoding.UTF8.GetBytes($"{id}.{moment}."));
        hash.AppendData(body);
        return Convert.ToBase64String(hash.GetHashAndReset());
    }

    // As the specification writes secrets, base64 behind a prefix; any other text is the key itself.
    private static byte[] KeyOf(string secret)
    {
        var key = Encoding.UTF8.GetBytes(secret);
        if (secret.StartsWith(Prefix, StringComparison.Ordinal))
        {
            key = new byte[secret.Length];
            if (!Convert.TryFromBase64String(secret[Prefix.Length..], key, out var length))
            {
                throw new InvalidOperationException(
                    $"The secret of the webhook begins with {Prefix} and goes on with what is no base64.");
            }

            key = key[..length];
        }

        return key.Length >= SecretBytesMin ? key : throw new InvalidOperationException(
            $"The secret of the webhook has {key.Length} bytes: take {SecretBytesMin} or more, best {Prefix} and 32 "
            + "random bytes as base64.");
    }
}
