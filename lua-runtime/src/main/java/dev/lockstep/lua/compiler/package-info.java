/**
 * From Lua 5.1 source text to {@link dev.lockstep.lua.vm.Prototype}: lexer, parser with scopes,
 * syntax tree, code generator. {@link dev.lockstep.lua.compiler.LuaCompiler} is the door.
 */
@NullMarked
package dev.lockstep.lua.compiler;

import org.jspecify.annotations.NullMarked;
