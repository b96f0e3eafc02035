using System.Security.Cryptography;

namespace Orchestrator.PostgresCluster;

/// <summary>What PostgreSQL keeps of a password in its place, made here so that it is of one round.</summary>
internal static class ScramVerifier
{
    private const int Rounds = 1;
    private const int Bytes = 32;

    /// <summary>That of a password.</summary>
    public static string Of(string password)
    {
        var salt = RandomNumberGenerator.GetBytes(16);
        var salted = Rfc2898DeriveBytes.Pbkdf2(password, salt, Rounds, HashAlgorithmName.SHA256, Bytes);
        var stored = SHA256.HashData(HMACSHA256.HashData(salted, "Client Key"u8));
        var server = HMACSHA256.HashData(salted, "Server Key"u8);
        return $"SCRAM-SHA-256${Rounds}:{Convert.ToBase64String(salt)}"
            + $"${Convert.ToBase64String(stored)}:{Convert.ToBase64String(server)}";
    }
}
